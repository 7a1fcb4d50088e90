// PageModel: what a widget's script expects of a model, on a page without Jupyter: fields, and a way to send.

export class PageModel {
  /**
   * @param {Record<string, unknown>} fields
   * @param {(message: any) => void} post
   */
  constructor(fields, post) {
    this.fields = fields;
    this.post = post;
    this.listeners = new Map();
    this.comm_live = true;
  }

  get(name) {
    return this.fields[name];
  }

  on(event, act) {
    this.listeners.set(event, [...(this.listeners.get(event) || []), act]);
  }

  off(event, act) {
    this.listeners.set(event, (this.listeners.get(event) || []).filter((listener) => listener !== act));
  }

  /** Take a new value and tell the widget. */
  set(name, value) {
    this.fields[name] = value;
    this.tell(`change:${name}`);
  }

  tell(event) {
    for (const act of this.listeners.get(event) || []) act();
  }

  send(message) {
    this.post(message);
  }
}
