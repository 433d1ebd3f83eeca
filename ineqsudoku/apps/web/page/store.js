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
 * @typedef {object} Step  of an explanation or a proof, as in docs/web.schema.json
 * @property {string} text
 * @property {string} technique
 * @property {[string, number][]} places
 * @property {[string, number][]} removes
 * @property {{relations: [string, string][]}} premises
 *
 * @typedef {import("./board.js").Role} Role
 *
 * @typedef {object} Board  of a step, as in docs/web.schema.json
 * @property {string} digits
 * @property {Record<string, number>} candidates
 * @property {Record<string, Role>} cells
 * @property {[string, string, Role][]} signs
 * @property {[string, number, Role][]} marks
 * @property {Record<string, string>} labels
 * @property {[string, string][]} arrows
 *
 * @typedef {object} Judgement  as in docs/web.schema.json
 * @property {"valid" | "cycle" | "none" | "multiple" | "unknown"} status
 * @property {string} verdict  the status in a sentence
 * @property {boolean} finished
 * @property {{lesser: string, greater: string}[] | null} conflict
 * @property {Step[] | null} proof  that there is no solution
 * @property {Board[]} boards  of the steps of the proof
 * @property {{relations: {lesser: string, greater: string}[], status: string, breaks: number | null}[] | null} repairs
 * @property {string | null} changes  how one witness follows from the other, in a sentence
 * @property {[string, string] | null} witnesses
 * @property {string[] | null} differs
 * @property {string | null} solution
 * @property {{lesser: string, greater: string}[] | null} redundant
 * @property {{level: string | null, rating: number} | null} difficulty
 *
 * @typedef {object} Hint  as in docs/web.schema.json
 * @property {string} kind
 * @property {{text: string, houses: string[], cells: string[]}[]} stages
 * @property {Step[]} steps
 * @property {[string, number][]} wrong_digits
 * @property {string[]} wrong_marks
 *
 * @typedef {object} Dated  a puzzle of a day
 * @property {import("./daily.js").Level} level
 * @property {string} solution
 * @property {Date} date
 *
 * @typedef {[number, number]} Result  the seconds and the hints that a solved puzzle took
 *
 * @typedef {Record<string, Partial<Record<import("./daily.js").Level, Result>>>} Records  of the solved
 *     puzzles of the days, by the name of the day
 *
 * @typedef {object} Checked  the answer to *Check*, until the next move
 * @property {boolean} isKnown  whether the solution is
 * @property {readonly number[]} cells  what is wrong
 *
 * @typedef {object} Settings
 * @property {import("./daily.js").Level} level  of the puzzle of the day to open
 * @property {boolean} houses  whether row, column and box of the cursor are highlighted
 * @property {boolean} equal  whether equal digits are
 * @property {boolean} clears  whether a digit clears the notes that it excludes
 * @property {boolean} timer  whether the time is shown
 * @property {typeof THEMES[number]} theme
 *
 * @typedef {object} State
 * @property {Mode} mode
 * @property {Puzzle} puzzle
 * @property {Dated | null} dated  if the puzzle is one of a day
 * @property {boolean} isOwn  whether the player has entered the puzzle, and may change it
 * @property {Puzzle | null} own  the puzzle that the player has entered, while another is played
 * @property {Puzzle | null} played  the puzzle that was played, while the own one is entered
 * @property {Puzzle | null} unfinished  of the latest stored game but the one on the board
 * @property {Play} play
 * @property {readonly Moment[]} past
 * @property {readonly Moment[]} future
 * @property {number} cursor  the cell that has the focus
 * @property {readonly number[]} selection
 * @property {Kind} kind
 * @property {boolean} selectsSeveral
 * @property {Checked | null} checked
 * @property {string} notice  why no help is shown yet
 * @property {Settings} settings
 * @property {Judgement | null} judgement  of the puzzle, as far as it is known
 * @property {string} failure  why there is no judgement, in a sentence
 * @property {readonly number[]} flipped  pairs whose signs the last repair flipped
 * @property {boolean} showsRedundant
 * @property {Hint | null} hint
 * @property {{steps: Step[], boards: Board[], level: string, rating: number} | null} explanation
 * @property {boolean} showsProof  whether the proof of the judgement is shown, step by step
 * @property {number} step  of the explanation or of the proof, from 0
 * @property {number} seconds  played
 * @property {number} hints  that were shown
 * @property {Records} records
 * @property {string} language
 * @property {"" | "damaged" | "damaged.link" | "failure"} trouble  what could not be opened: stored data, a link
 *     or a part of the page
 */

export const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** The settings that are on or off. */
export const SWITCHES = /** @type {const} */ (["houses", "equal", "clears", "timer"]);

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
    const forget = fields.puzzle ? FORGOTTEN : TOUCHED;
    this.change({ ...forget, ...fields, past: [...past, { puzzle, play }], future: [], ...others });
  }

  /**
   * Open another puzzle with its own past.
   * @param {Partial<State>} fields
   */
  open(fields) {
    this.change({ ...FORGOTTEN, isOwn: false, future: [], cursor: 0, selection: [0], ...fields });
  }

  /** @param {1 | -1} direction  -1 to undo, 1 to redo */
  travel(direction) {
    const { puzzle, play, past, future } = this.state;
    const here = { puzzle, play };
    const [from, to] = direction < 0 ? [past, future] : [future, past];
    const there = from.at(-1);
    if (!there) return;
    const forget = there.puzzle === puzzle ? TOUCHED : FORGOTTEN;
    const [left, grown] = [from.slice(0, -1), [...to, here]];
    this.change({
      ...forget,
      ...there,
      past: direction < 0 ? left : grown,
      future: direction < 0 ? grown : left,
    });
  }
}

/** The state to reset when the player's entries change. @type {Partial<State>} */
export const TOUCHED = { hint: null, checked: null, notice: "", trouble: "" };

/** The state to reset when the puzzle changes. @type {Partial<State>} */
const FORGOTTEN = {
  ...TOUCHED,
  dated: null,
  judgement: null,
  failure: "",
  flipped: [],
  explanation: null,
  showsProof: false,
  step: 0,
};
