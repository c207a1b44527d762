/* Stands before the C library and lets one call on a file of matches fail, or all from one on. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails_at, lasting, error_code, after, calls, failed, paused;

void arm(int at, int for_ever, int code, int carried_out) {
    fails_at = at, lasting = for_ever, error_code = code, after = carried_out, calls = failed = 0;
}
void pause_failing(int now) { paused = now; }
int happened(void) { return failed; }

static int fails(const char *path) {
    if (!fails_at || paused || !strstr(path, "/matches.")) return 0;
    calls++;
    if (calls != fails_at && !(lasting && calls > fails_at)) return 0;
    failed++;
    return 1;
}

static int handle_fails(int handle) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAILING(condition, call)      \
    if (condition) {                  \
        if (after) (void)!(call);     \
        errno = error_code;           \
        return -1;                    \
    }                                 \
    return call

ssize_t write(int handle, const void *octets, size_t size) { REAL(write); FAILING(handle_fails(handle), real(handle, octets, size)); }
ssize_t pwrite(int handle, const void *octets, size_t size, off_t at) { REAL(pwrite); FAILING(handle_fails(handle), real(handle, octets, size, at)); }
ssize_t pwrite64(int handle, const void *octets, size_t size, off64_t at) { REAL(pwrite64); FAILING(handle_fails(handle), real(handle, octets, size, at)); }
int fsync(int handle) { REAL(fsync); FAILING(handle_fails(handle), real(handle)); }
int fdatasync(int handle) { REAL(fdatasync); FAILING(handle_fails(handle), real(handle)); }
int ftruncate64(int handle, off64_t size) { REAL(ftruncate64); FAILING(handle_fails(handle), real(handle, size)); }
int rename(const char *from, const char *to) { REAL(rename); FAILING(fails(from), real(from, to)); }
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    REAL(open64);
    if (fails(path)) {
        errno = error_code;
        return -1;
    }
    return real(path, flags, mode);
}
