/** An object with these keys, each with a value of its own. */
export const recordOf = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>

/** The same object with these keys first, in this order. */
export const withKeysFirst = <From extends object>(from: From, keys: readonly (keyof From)[]): From => ({
  ...pick(from, keys),
  ...from,
})

/** These keys of an object, in this order. */
export const pick = <From extends object, Key extends keyof From>(from: From, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Key>

/** `name` just before `next`, and the others as they are. */
export const movedBefore = <Name extends string>(names: readonly Name[], name: Name, next: Name): Name[] =>
  names.filter((one) => one !== name).flatMap((one) => (one === next ? [name, one] : [one]))
