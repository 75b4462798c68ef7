/** Loaded before everything else by a process whose machine is to have a wrong clock: `WRONG_CLOCK_MS` ahead, from the start on. */
const ahead = Number(process.env.WRONG_CLOCK_MS)
const RealDate = Date

class WrongDate extends RealDate {
  /** @param {unknown[]} parts whatever a date can be made of */
  constructor(...parts) {
    super(.../** @type {[number]} */ (parts.length > 0 ? parts : [RealDate.now() + ahead]))
  }
  /** @override */
  static now() {
    return RealDate.now() + ahead
  }
}
globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (WrongDate))
