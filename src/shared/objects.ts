/** An object with these keys, each with its own value. */
export const recordOf = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>

/** The same object with these keys first, in this order. */
export const withKeysFirst = <From extends object>(from: From, keys: readonly (keyof From)[]): From => ({
  ...pick(from, keys),
  ...from,
})

/** Only these keys of an object, in this order. */
export const pick = <From extends object, Key extends keyof From>(from: From, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Key>

/** All keys of an object but these. */
export const without = <From extends object, Key extends keyof From>(from: From, keys: readonly Key[]) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key as Key))) as Omit<From, Key>

/** Moves `name` directly before `next`; the others keep their order. */
export const movedBefore = <Name extends string>(names: readonly Name[], name: Name, next: Name): Name[] =>
  names.filter((one) => one !== name).flatMap((one) => (one === next ? [name, one] : [one]))
