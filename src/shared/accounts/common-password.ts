/**
 * Whether a password is one that many people have, by a list of such in small letters: also with a few figures or signs put
 * before or after it, as in `Dragon123!`, and where one to three characters are only repeated.
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const typed = password.trim().toLowerCase()
  const word = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(typed) || common.has(word) || /^(.{1,3})\1+$/su.test(typed)
}
