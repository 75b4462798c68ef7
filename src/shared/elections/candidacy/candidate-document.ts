import { smallFileMaxBytes } from '../../members/files.ts'

/** What a candidate hands in: a document or a picture of one. */
export const candidateFileTypes = ['.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'] as const
const candidateFileMaxBytes = smallFileMaxBytes

/** Asked before anything is sent, by the name alone; the server looks at what the file is. */
export function whyNotCandidateFile(file: {
  name: string
  size: number
}): 'candidate-file-type' | 'candidate-file-too-large' | null {
  const name = file.name.toLowerCase()
  if (!candidateFileTypes.some((ending) => name.endsWith(ending))) return 'candidate-file-type'
  return file.size > candidateFileMaxBytes ? 'candidate-file-too-large' : null
}
