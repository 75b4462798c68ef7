import { LockIcon } from '#web/components/icons.tsx'

const facts = [
  'Each ballot is sealed as it arrives, under a key that is not kept with the ballots. Anyone who reads the records can see who voted, but not for whom.',
  'Ballots are counted in batches that are mixed first. A counted vote has no name, no time and no order.',
  'Your receipt has a code for each service you voted for. With it you can check that your vote was counted as you cast it. It does not name you, but anyone who sees it can look up your vote: keep it to yourself.',
  'When the result is certified, the key is destroyed. From then on nobody can open a ballot.',
]

/** How votes are kept secret, in plain words. */
export function Secrecy() {
  return (
    <section aria-labelledby="secrecy-title">
      <h2 id="secrecy-title" className="flex items-center gap-3 text-3xl">
        <LockIcon className="size-7 flex-none text-olive" />
        How your vote stays secret
      </h2>
      <ul className="mt-4 grid list-disc gap-3 pl-6 text-lg marker:text-olive">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  )
}
