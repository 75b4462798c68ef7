import { expect, test } from 'vitest'
import { proxyText } from './text.ts'

const sentences = (sendsEmail: boolean) => [
  proxyText.authorityHint(sendsEmail),
  proxyText.isFinal(sendsEmail),
  proxyText.cast('ANA REYES', sendsEmail),
]

test('who casts a proxy ballot reads that the member is emailed only where the site sends emails', () => {
  for (const sentence of sentences(true)) expect(sentence).toMatch(/We will email the member.*if we have an address/)
  for (const sentence of sentences(false)) {
    expect(sentence).not.toContain('will email')
    expect(sentence).toContain('please tell the member yourself')
  }
})
