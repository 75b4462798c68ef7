import type { OwnCard } from '#shared/members/card/card.ts'

/** Only the service worker may import this: it must be a single file, and an import by a page would split it. */
const offlineText = {
  title: 'You are offline',
  intro: 'This phone has no connection, or this site cannot be reached.',
  noCard: 'No card is kept on this phone now. To keep yours, log in when you are online and open your profile.',
  // The worker cannot look: receipts are stored where only a page of the site can read them.
  receipt: 'If the receipt of your vote is kept on this phone, it is safe. You can see it again when you are online.',
  card: 'Here is your card.',
  checked: (when: string) => `Last checked ${when}`,
  /** The number starts with the association's short name. */
  idNumber: (number: string) => `ID number ${number}`,
  withdrawn: 'Withdrawn. This card is not valid.',
  scan: 'Anyone can check the card now by scanning its QR code with a phone that is online.',
  retry: 'Try again',
} as const

/** Where the two pictures are on the offline page; they exist only in the phone's cache. */
export const keptPictures = { front: '/kept-card/front', back: '/kept-card/back' } as const

export const offlineStyle = `
*{box-sizing:border-box}
body{margin:0;background:#faf8f3;color:#16202c;font:1.125rem/1.5 system-ui,sans-serif}
header{background:#0b1f3a;color:#fff;padding:1rem}
main{max-width:44rem;margin:0 auto;padding:1rem;display:grid;gap:1rem}
header p,main p,h1{margin:0;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.2}
img{display:block;width:100%;height:auto;border-radius:4%/6.3%;box-shadow:0 2px 12px #0b1f3a40}
.name{font-size:1.375rem;font-weight:700}
.checked{font-weight:700}
.withdrawn{background:#b3261e;color:#fff;padding:.75rem 1rem;font-weight:700}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.375rem;background:#0b1f3a;color:#fff;font-weight:700;text-decoration:none}
`

/** The page shown instead of any other while the site cannot be reached: the kept card if there is one, without scripts. */
export function offlinePage(card: OwnCard | null): string {
  const text = offlineText
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(card ? `${text.title} – ${card.association}` : text.title)}</title>
<style>${offlineStyle}</style>
</head>
<body>
<header><h1>${text.title}</h1><p>${text.intro}</p></header>
<main>
${card ? cardPart(card) : `<p>${text.noCard}</p>`}
<p>${text.receipt}</p>
<p><a href="">${text.retry}</a></p>
</main>
</body>
</html>
`
}

function cardPart(card: OwnCard): string {
  const text = offlineText
  return `${card.standing === 'withdrawn' ? `<p class="withdrawn">${text.withdrawn}</p>\n` : ''}<p>${text.card}</p>
<p class="checked">${escaped(text.checked(card.checked))}</p>
<img src="${keptPictures.front}" width="1011" height="638" alt="${escaped(`Front of the card of ${card.name}`)}">
<img src="${keptPictures.back}" width="1011" height="638" alt="${escaped(`Back of the card of ${card.name}`)}">
<p class="name">${escaped(card.name)}</p>
<p>${escaped(text.idNumber(card.idNumber))}</p>
${card.validity ? `<p class="checked">${escaped(card.validity)}</p>\n` : ''}<p>${text.scan}</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

type KeptCardFate = 'keep' | 'remove' | 'renew' | 'update'

/**
 * What happens to the kept card after asking the site whose card it is. Nobody is signed in, they have no card, or it
 * is another member: delete it. No response, or the site has a problem: keep it.
 */
export function whatToDoWithStoredCard(
  kept: Pick<OwnCard, 'memberId' | 'version'>,
  reply: { status: number; card: Pick<OwnCard, 'memberId' | 'version'> | null } | null,
): KeptCardFate {
  if (!reply) return 'keep'
  if ([401, 403, 404].includes(reply.status)) return 'remove'
  if (reply.status !== 200 || !reply.card) return 'keep'
  if (reply.card.memberId !== kept.memberId) return 'remove'
  return reply.card.version === kept.version ? 'update' : 'renew'
}
