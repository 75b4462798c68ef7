import { paragraphsOf } from '#shared/members/mailing/body.ts'
import { subscriptionText } from '#shared/members/mailing/subscription-text.ts'
import { useSite } from '#web/api/site.ts'

/** An email as a member sees it: made from the same paragraphs and links as the one that is sent. */
export function MailingFrame({ subject, body }: { subject: string; body: string }) {
  const { name, shortName } = useSite()
  return (
    <div className="min-w-0 rounded-card border border-line bg-paper p-3">
      <p className="px-1 pb-3 text-lg font-semibold wrap-anywhere">{subject}</p>
      <div className="border border-line bg-card">
        <p className="border-b-4 border-gold bg-navy px-5 py-3 text-xl font-bold text-white">{shortName}</p>
        <div className="px-5 py-1">
          {paragraphsOf(body).map((lines, place) => (
            // Paragraphs have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={place} className="my-4 wrap-anywhere whitespace-pre-line">
              {lines.map((line, n) => [
                n > 0 && '\n',
                ...line.map(({ text, href }, at) =>
                  href ? (
                    <a key={`${n} ${at}`} href={href} target="_blank" rel="noopener noreferrer" className="text-link">
                      {text}
                    </a>
                  ) : (
                    text
                  ),
                ),
              ])}
            </p>
          ))}
        </div>
        <div className="border-t border-line px-5 py-4 text-muted">
          <p className="wrap-anywhere">{subscriptionText.footerWhy(name)}</p>
          <p className="mt-1 underline">{subscriptionText.footerLink}</p>
        </div>
      </div>
    </div>
  )
}
