// Elements: a tiny keyed patcher. `h` describes an element, `patch` makes the document agree with the
// description while keeping every element that is still wanted, so focus and running motion survive.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** Describe one element. Strings among the children become text; null and false are left out. */
export function h(tag, props, ...children) {
  return {
    tag,
    props: props || {},
    children: children.flat(Infinity).filter((child) => child != null && child !== false && child !== ""),
  };
}

/** Make the children of `parent` agree with the given descriptions. */
export function patch(parent, wanted, space) {
  const old = new Map();
  for (const node of [...parent.childNodes]) {
    if (node.mamKey !== undefined) old.set(node.mamKey, node);
  }
  const counts = new Map();
  const nodes = wanted.map((item) => {
    const kind = typeof item === "object" ? item.tag : "#text";
    let key =
      typeof item === "object" && item.props.key !== undefined ? `${kind}:${item.props.key}` : `${kind}#`;
    const count = counts.get(key) || 0;
    counts.set(key, count + 1);
    key = `${key}/${count}`;
    const oldNode = old.get(key);
    old.delete(key);
    return makeNode(item, oldNode, key, space);
  });
  for (const discarded of old.values()) discarded.remove();
  let cursor = parent.firstChild;
  for (const node of nodes) {
    while (cursor && cursor.mamKey === undefined) cursor = cursor.nextSibling; // ghosts of a motion are not ours
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
  }
}

function makeNode(item, oldNode, key, space) {
  if (typeof item !== "object") {
    const text = oldNode || document.createTextNode("");
    text.mamKey = key;
    if (text.data !== String(item)) text.data = String(item);
    return text;
  }
  const inside = item.tag === "svg" ? SVG_SPACE : space;
  const node =
    oldNode || (inside ? document.createElementNS(inside, item.tag) : document.createElement(item.tag));
  if (oldNode && node.mamItem === item) return node; // the description is the same object: nothing below it changed
  node.mamKey = key;
  node.mamItem = item;
  setProps(node, item.props, node.mamProps || {}, !oldNode, inside);
  node.mamProps = item.props;
  if (item.props.markup === undefined) patch(node, item.children, inside);
  return node;
}

/* Special props: `on` (handlers), `style` (CSS properties), `live` (DOM properties kept equal),
   `first` (DOM properties set once, then left to the person), `markup` (our own drawings only, never scene text). */
function setProps(node, props, before, fresh, inDrawing) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "key" || (inDrawing && value === before[name])) continue; // nobody else changes a drawing
    if (name === "on") {
      for (const type of Object.keys(value))
        if (!before.on || !(type in before.on)) node.addEventListener(type, dispatch);
    } else if (name === "style") {
      for (const [part, current] of Object.entries(value))
        if (node.style.getPropertyValue(part) !== String(current)) node.style.setProperty(part, current);
      for (const part of Object.keys(before.style || {}))
        if (!(part in value)) node.style.removeProperty(part);
    } else if (name === "live") {
      for (const [part, current] of Object.entries(value)) if (node[part] !== current) node[part] = current;
    } else if (name === "first") {
      if (fresh) Object.assign(node, value);
    } else if (name === "markup") {
      if (before.markup !== value) node.innerHTML = value;
    } else if (value === null || value === undefined || value === false) {
      node.removeAttribute(name);
    } else if (node.getAttribute(name) !== (value === true ? "" : String(value))) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const name of Object.keys(before)) {
    if (!(name in props) && !["key", "on", "live", "first", "markup"].includes(name)) {
      if (name === "style") node.removeAttribute("style");
      else node.removeAttribute(name);
    }
  }
}

/** @this {HTMLElement & { mamProps: { on?: Record<string, (event: Event) => void> } }} @param {Event} event */
function dispatch(event) {
  const handler = this.mamProps.on && this.mamProps.on[event.type];
  if (handler) handler(event);
}
