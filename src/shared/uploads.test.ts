import { expect, test } from 'vitest'
import { documents, whyNotDocument } from './uploads.ts'

// Shows candidacy-02
test.each([
  ['plan.pdf', 5_242_880, null],
  ['PLAN.PDF', 1, null],
  ['plan.docx', 1, null],
  ['plan.doc', 1, null],
  ['scan.JPEG', 1, null],
  ['scan.jpg', 1, null],
  ['scan.png', 1, null],
  ['plan.pdf', 5_242_881, 'candidate-file-too-large'],
  ['plan.pdf.exe', 1, 'candidate-file-type'],
  ['plan', 1, 'candidate-file-type'],
  ['film.mp4', 9_000_000, 'candidate-file-type'],
])('a candidate document %s of %d bytes: %s', (name, size, why) => {
  expect(whyNotDocument(documents.candidate, { name, size })).toBe(why)
})

test.each([
  ['proxyForm', 'form.pdf', 5_242_880, null],
  ['proxyForm', 'form.PNG', 5_242_881, 'candidate-file-too-large'],
  ['proxyForm', 'form.docx', 1, 'proxy-form-type'],
  ['candidatePhoto', 'me.jpg', 1, null],
  ['candidatePhoto', 'me.pdf', 1, 'profile-picture-invalid'],
  ['announcement', 'rules.pdf', 20_971_519, null],
  ['announcement', 'rules.pdf', 20_971_521, 'entry-document-too-large'],
  ['announcement', 'rules.png', 1, 'entry-document-type'],
] as const)('%s: %s of %d bytes: %s', (document, name, size, why) => {
  expect(whyNotDocument(documents[document], { name, size })).toBe(why)
})
