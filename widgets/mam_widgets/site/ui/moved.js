// A page that has another address now: what follows # in the old one goes along.

const places = JSON.parse(document.getElementById("page").textContent);
const { hash } = window.location;
const [kind] = hash.slice(1).split(/[=&]/);
window.location.replace(`../${Object.hasOwn(places, kind) ? places[kind] : places[""]}${hash}`);
