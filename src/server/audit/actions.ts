/** Every act the log can hold. Old entries keep their words, so a name here is never changed, only added. */
export const auditActions = [
  'site started first',
  'administrator added',
  'password changed',
  'password reset to birthdate',
  'one-time code given',
  'two-factor added',
  'two-factor removed',
  'settings changed',
  'recovery codes renewed',
  'document opened',
  'page edited',
  'link added',
  'link edited',
  'link deleted',
  'leader added',
  'leader edited',
  'leader deleted',
  'leaders reordered',
  'video added',
  'video changed',
  'video deleted',
  'videos reordered',
] as const

export type AuditAction = (typeof auditActions)[number]
