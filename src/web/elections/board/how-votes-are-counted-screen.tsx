import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { howTitle } from '#web/elections/text.ts'
import { PageBanner, PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** For voters: what is stored, what the receipt does, and which risks remain. */
export function HowVotesAreCountedScreen() {
  const { shortName } = useSite()
  return (
    <>
      <PageHead
        title={`${howTitle} – ${shortName}`}
        description="What is stored when you vote, what your receipt does, and what anybody can check."
      />
      <PageBanner title={howTitle}>
        <p>
          You vote once, on your phone, and get a receipt that only you have. Ballots are sealed, mixed and counted
          without names, and everybody can recount them. The last part says what this cannot protect against.
        </p>
      </PageBanner>
      <div className="wrap grid gap-10 py-10 md:grid-cols-2 md:gap-x-14 md:py-14">
        {howText.map(({ title, points }, place) => (
          <section key={title} aria-labelledby={`how-${place}`} className="group md:nth-5:col-span-2">
            <h2 id={`how-${place}`} className="text-3xl">
              {title}
            </h2>
            <ul className="mt-4 list-disc gap-x-14 pl-6 text-lg marker:text-olive md:group-nth-5:columns-2">
              {points.map((point) => (
                <li key={point} className="mb-3 break-inside-avoid">
                  {point}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p className="flex flex-wrap gap-3 md:col-span-2">
          <SiteLink href="/receipt" className={buttonClass('accent')}>
            Check your receipt
          </SiteLink>
          <SiteLink href="/board" className={buttonClass('outline')}>
            See the public board
          </SiteLink>
        </p>
      </div>
    </>
  )
}

/** What is promised and what is not is stated only here and, with the reasons, in `docs/ballot-box.md`. */
const howText: readonly { title: string; points: readonly string[] }[] = [
  {
    title: 'When you vote',
    points: [
      'Your phone makes a secret number, which becomes your receipt. When you save your ballot, we seal it with a key that is kept apart from the ballots.',
      'The site stores that you voted, and your sealed ballot. It gives you a signed promise to count this ballot as it is.',
      'Logging in does not show whom you chose, not to you and not to anybody else. Only the receipt does.',
    ],
  },
  {
    title: 'When votes are counted',
    points: [
      'Ballots are opened in groups of at least ten, taken apart seat by seat, and mixed. The public board gets one line for each seat, without name or time.',
      'Each time the list grows, the site signs it. Observers, named by the association, watch: their browsers keep every signed list, check that nothing in it was changed or removed, and sign it too.',
      'Before the result is certified, all ballots are opened once more and compared with the board. Then the key is destroyed, and the site can never open a ballot again.',
    ],
  },
  {
    title: 'What we promise',
    points: [
      'Nobody who only reads the database, a backup of it or this website can see whom you chose. No administrator and no observer is shown it.',
      'If somebody changed, removed or added a counted vote, everybody who saw the board before could tell.',
      'The candidates, the voters and the rules were signed before the first vote. Later changes are public, with a name and a reason.',
      'Once the result is certified, the key is destroyed. From then on even the site cannot open a ballot.',
    ],
  },
  {
    title: 'What you can check',
    points: [
      'With your receipt: that your vote is on the board, for the people you chose. Your phone fetches the list and looks for your vote itself, so the site cannot tell which lines are yours.',
      'If your vote is missing, the signed promise on your receipt proves it. You do not need to tell anybody whom you chose.',
      'If you did not vote: that no ballot was cast in your name. Your profile shows your code on the roll. After voting, the list of who took part says whether a ballot was cast for it.',
      'Anybody can recount the whole election from the audit package with the verifier.',
    ],
  },
  {
    title: 'What we cannot promise',
    points: [
      'The server sees your ballot when it arrives and when it is counted. Anyone who controls the server and its keys could read ballots until the key is destroyed, or copy both and read them later. But any change to counted votes would show.',
      'Anyone who controls the server and its keys could also make up ballots for members who did not vote. Only those members can notice. That is why we email everybody who is recorded as having voted, and why observers call a sample of them.',
      'Each phone makes a secret number of its own. A manipulated page could give the same number to two voters who choose the same, and count one vote for both. The site refuses a number that was used before. A changed program might accept it, and both voters would still find their vote on the board.',
      'Until the first observer opens the board, nobody outside has seen it. Until then, you have only our word for it.',
      'After a failure, the site may have to go back to a backup. It must say so in public, with the reason, and anyone who voted since must vote again.',
      'Anyone who sees your receipt can see your vote. Nobody has a right to see it: not an administrator, not an observer, not your commander.',
      'Harmful software on a phone can show one thing and send another. Check your receipt from a second device, or with the verifier.',
      'A proxy ballot, which an administrator casts for a member who cannot vote, has no receipt. We tell the member, and the certificate says how many there were.',
    ],
  },
]
