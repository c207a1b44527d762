// The camera picture with what was recognised drawn over it, and in words what the camera can see.

const at = (selector) => document.querySelector(selector);

let shown = 0;
let loading = false;

export function showCamera({ camera }) {
  const words = at("#view-words");
  if (words.textContent !== camera.words) words.textContent = camera.words;
  at("#camera").dataset.view = camera.view;
  if (camera.picture && camera.picture !== shown && !loading) load(camera.picture);
}

// One request at a time: the picture that is on its way is finished before a newer one is asked for.
function load(seq) {
  loading = true;
  const picture = new Image();
  picture.onload = () => {
    at("#picture").src = picture.src;
    at("#picture").hidden = false;
    shown = seq;
    loading = false;
  };
  picture.onerror = () => {
    loading = false;
  };
  picture.src = `/snapshot.jpg?seq=${seq}`;
}
