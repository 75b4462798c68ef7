import { extractText } from 'unpdf'

/** The text of a PDF, as somebody who copies it from the screen gets it, every gap one space. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // The library takes the bytes over, and the test may still want its own.
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}
