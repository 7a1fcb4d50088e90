// Stepper: a record walked through, move by move, with what-ifs.

class Stepper extends Board {
  get name() {
    return "mam-stepper-table";
  }

  bar() {
    return [stepperBar(this.scene, this), countPanel(this.scene)];
  }

  below() {
    const { scene } = this;
    return [
      settings(scene, this),
      keysHelp(this),
      callsPast(scene),
      scene.tools.all_hands && openHands(scene, this),
    ];
  }

  get home() {
    return '[data-mam="forward"]';
  }

  get keyWords() {
    return [...STEP_KEYS, ...HAND_KEYS];
  }

  keys() {
    const { stepper } = this.scene;
    const at = this.target === null ? stepper.at : this.target;
    const on = () => at < stepper.last && this.to(at + 1);
    const back = () => at > 0 && this.to(at - 1);
    return { ".": on, "]": on, ",": back, "[": back, b: () => stepper.branch && this.send({ do: "back" }) };
  }

  to(step) {
    const at = Math.min(Math.max(0, step), this.scene.stepper.last);
    this.target = at;
    this.asked = performance.now();
    this.send({ do: "to", at });
    clearTimeout(this.waiting);
    if (at !== this.scene.stepper.at)
      this.waiting = setTimeout(() => {
        if (!this.lost) this.lost = SLOW;
        this.target = null;
        this.draw();
      }, 5000);
    this.draw();
  }
}

export default { render: renderAs(Stepper) };
