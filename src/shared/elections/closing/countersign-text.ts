export const countersignText = {
  certificate: 'Signed certificate, first digits',
  fingerprint: 'Key that signed it (fingerprint)',
  signed: (by: string, role: string, when: string) => `Countersigned by ${by} (${role}) on ${when}.`,
  button: 'Countersign',
  question: 'Countersign the certificate?',
  explanation:
    'You put your name to the result as it is certified. Compare these digits with the printed certificate first. Your name will appear on the certificate, on the public board and in the audit package, for good.',
  done: 'You have countersigned the certificate.',
  failed: 'The certificate was not countersigned',
  package: 'Download the audit package (ZIP)',
} as const
