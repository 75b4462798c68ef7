/** The most common domains. */
const mailDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.com.ph',
  'ymail.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'mail.com',
]

/** `juan@gmail.com` of `juan@gmial.com`, which is one typo away from a common domain. */
export function meantEmail(typed: string): string | null {
  const [name, domain = ''] = typed.trim().toLowerCase().split('@')
  const meant = mailDomains.includes(domain) ? undefined : mailDomains.find((known) => isOneSlip(domain, known))
  return meant === undefined ? null : `${name}@${meant}`
}

/** A hint, never a refusal. */
export function whyDoubtEmail(typed: string): string | null {
  const [meant, domain] = [meantEmail(typed), typed.trim().toLowerCase().split('@')[1]]
  return meant === null ? null : `Do you mean ${meant.split('@')[1]}? You typed ${domain}.`
}

/** `r•••••@gmail.com`: enough for its owner to know it, too little for anybody else to write to it. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/su, '$1•••••')

/** One character too many, missing or different, or two swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same++
  const [a, b] = [typed.slice(same), meant.slice(same)]
  const swapped = a.charAt(1) + a.charAt(0) + a.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || swapped === b
}
