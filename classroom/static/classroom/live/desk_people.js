// Who is in the lesson, who has answered, who is away; removing with undo; requests for a seat.

import { make, number, redraw, show } from "./draw.js";

export class People {
  constructor(parts, say, commands) {
    Object.assign(this, parts, { say, commands }); // list, removed, filter, claims, count, none
    this.rows = new Map();
    this.filter.addEventListener("input", () => this.#sift());
  }

  draw(screen, tally) {
    this.screen = screen;
    const here = screen.people.filter((one) => !one.removed);
    const gone = screen.people.filter((one) => one.removed);
    for (const [id, row] of this.rows) if (!here.some((one) => one.id === id)) this.#drop(id, row);
    this.count.textContent = number(here.length, 0);
    this.none.hidden = here.length > 0;
    this.scored = screen.scoring !== "none" && here.some((one) => one.points > 0);
    for (const person of here) this.#row(person);
    this.filter.closest(".field").hidden = here.length < 8;
    redraw(this.removed, gone, () => this.#gone(gone));
    redraw(this.claims, screen.claims, () => screen.claims.map((one) => this.#claim(one)));
    this.tick(tally);
    this.#sift();
  }

  tick(tally) {
    if (!tally || !this.screen) return;
    const same = this.screen.question && tally.round === this.screen.round;
    const answered = new Set(same ? tally.answered_players : []);
    const away = new Set(tally.away);
    for (const [id, { answeredTag, awayTag }] of this.rows) {
      answeredTag.hidden = !answered.has(id);
      awayTag.hidden = !away.has(id);
    }
  }

  #row(person) {
    if (!this.rows.has(person.id)) this.#add(person);
    const row = this.rows.get(person.id);
    const text = this.scored ? `${this.say("points", { count: person.points })} · ${this.say("rank", { rank: person.rank })}` : "";
    show(row.standing, text);
    row.late.hidden = person.first_round < 2;
  }

  #add({ id, name }) {
    const tag = (key, kind) => make("span", { class: `tag ${kind}`, hidden: true }, this.say(key));
    const answeredTag = make("span", { class: "tag ok", hidden: true }, `✓ ${this.say("has_answered")}`);
    const [awayTag, late] = [tag("is_away", "warn"), tag("late", "")];
    const standing = make("span", { class: "hint" });
    const button = make("button", { type: "button", class: "small quiet", "aria-label": this.say("remove_name", { name }) });
    button.append(this.say("remove"));
    button.addEventListener("click", () => this.#remove(id, name));
    const who = make("div", { class: "grow" }, make("bdi", { class: "who" }, name), " ", answeredTag, " ", awayTag, " ", late);
    const element = this.list.appendChild(make("li", { class: "person" }, who, standing, button));
    this.rows.set(id, { element, answeredTag, awayTag, late, standing, name });
  }

  #remove(player, name) {
    const undo = () => this.commands.do("restore_player", { player });
    const done = () => this.commands.tell(this.say("removed_now", { name }), undo);
    this.commands.do("remove_player", { player }, done);
  }

  #drop(id, { element }) {
    if (element.contains(document.activeElement)) this.list.focus();
    element.remove();
    this.rows.delete(id);
  }

  #gone(people) {
    if (!people.length) return [];
    const rows = people.map(({ id, name }) => {
      const label = this.say("bring_back_name", { name });
      const button = make("button", { type: "button", class: "small", "aria-label": label }, this.say("bring_back"));
      button.addEventListener("click", () => this.commands.do("restore_player", { player: id }));
      return make("li", { class: "person" }, make("bdi", { class: "grow who" }, name), button);
    });
    const heading = make("summary", {}, this.say("removed", { count: people.length }));
    return make("details", {}, heading, make("ul", { class: "plain" }, ...rows));
  }

  #claim({ id, name }) {
    const choice = (type) => {
      const button = make("button", { type: "button", class: "small" }, this.say(type));
      button.addEventListener("click", () => this.commands.do(type, { claim: id }));
      return button;
    };
    const text = make("p", { class: "grow", dir: "auto" }, this.say("claim", { name }));
    return make("div", { class: "notice warn row" }, text, choice("move_seat"), choice("refuse_seat"));
  }

  #sift() {
    const wanted = this.filter.closest(".field").hidden ? "" : this.filter.value.trim().toLocaleLowerCase();
    for (const { element, name } of this.rows.values()) element.hidden = !name.toLocaleLowerCase().includes(wanted);
  }
}
