/** A form sent without scripts gets its refusal back as a code in the address. Only codes that the page has a sentence for are shown. */
export function refusalIn<Code extends string>(
  search: URLSearchParams,
  sentences: Readonly<Record<Code, string>>,
): Code | null {
  const code = search.get('error') ?? ''
  return Object.hasOwn(sentences, code) ? (code as Code) : null
}
