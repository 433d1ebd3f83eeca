// The state of the page.  Every change goes through `change`, and the page is updated.

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./play.js").Kind} Kind
 * @typedef {"enter" | "make" | "judge" | "play" | "help" | "share"} Mode
 *
 * @typedef {object} Moment  what undo goes back to
 * @property {Puzzle} puzzle
 * @property {Play} play
 *
 * @typedef {object} Step  of an explanation, as in docs/web.schema.json
 * @property {string} text
 * @property {string} technique
 * @property {[string, number][]} places
 * @property {[string, number][]} removes
 * @property {{cells: {cell: string, candidates: number[]}[], relations: [string, string][]}} premises
 *
 * @typedef {object} Judgement  as in docs/web.schema.json
 * @property {"valid" | "cycle" | "none" | "multiple" | "unknown"} status
 * @property {string} verdict  the status in a sentence
 * @property {boolean} finished
 * @property {string[] | null} cycle
 * @property {{lesser: string, greater: string}[] | null} conflict
 * @property {{relations: {lesser: string, greater: string}[], status: string}[] | null} repairs
 * @property {[string, string] | null} witnesses
 * @property {string[] | null} differs
 * @property {string | null} solution
 * @property {{lesser: string, greater: string}[] | null} redundant
 * @property {{level: string, rating: number} | null} difficulty
 *
 * @typedef {object} State
 * @property {Mode} mode
 * @property {Puzzle} puzzle
 * @property {Play} play
 * @property {readonly Moment[]} past
 * @property {readonly Moment[]} future
 * @property {number} cursor  the cell that has the focus
 * @property {readonly number[]} selection
 * @property {Kind} kind
 * @property {boolean} selectsSeveral
 * @property {Judgement | null} judgement  of the puzzle, as far as it is known
 * @property {string} failure  why there is no judgement, in a sentence
 * @property {readonly number[]} flipped  pairs whose signs the last repair flipped
 * @property {boolean} showsRedundant
 * @property {{stages: string[], kind: string, cells: string[], steps: Step[]} | null} hint
 * @property {{steps: Step[], level: string, rating: number} | null} explanation
 * @property {number} step  of the explanation, from 0
 * @property {number} seconds  played
 * @property {boolean} hidesTimer
 * @property {string} language
 */

export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: State, before: State) => void)[]} */
    this.listeners = [];
  }

  /** @param {(state: State, before: State) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<State>} fields */
  change(fields) {
    const before = this.state;
    this.state = { ...before, ...fields };
    for (const listener of this.listeners) listener(this.state, before);
  }

  /**
   * Change the puzzle or the player's entries, so that the change can be undone.
   * @param {Partial<Moment>} fields
   * @param {Partial<State>} [others]
   */
  write(fields, others = {}) {
    const { puzzle, play, past } = this.state;
    const forget = fields.puzzle ? FORGOTTEN : { hint: null };
    this.change({ ...forget, ...fields, past: [...past, { puzzle, play }], future: [], ...others });
  }

  /** @param {1 | -1} direction  -1 to undo, 1 to redo */
  travel(direction) {
    const { puzzle, play, past, future } = this.state;
    const here = { puzzle, play };
    const [from, to] = direction < 0 ? [past, future] : [future, past];
    const there = from.at(-1);
    if (!there) return;
    const forget = there.puzzle === puzzle ? { hint: null } : FORGOTTEN;
    const [left, grown] = [from.slice(0, -1), [...to, here]];
    const cells = there.puzzle.geometry.size ** 2;
    const cursor = Math.min(this.state.cursor, cells - 1);
    this.change({
      ...forget,
      ...there,
      cursor,
      selection: this.state.selection.filter((cell) => cell < cells),
      past: direction < 0 ? left : grown,
      future: direction < 0 ? grown : left,
    });
  }
}

/** The state to reset when the puzzle changes. @type {Partial<State>} */
const FORGOTTEN = {
  judgement: null,
  failure: "",
  flipped: [],
  hint: null,
  explanation: null,
  step: 0,
};
