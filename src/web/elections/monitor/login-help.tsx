import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { giveOneTimeCode, OneTimeCodeDialog, WaitingCode, type OneTimeCode } from '#web/accounts/one-time-code.tsx'
import { queries } from '#web/api/query-client.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import type { ProxyVoter } from '#web/elections/proxy/api.ts'
import { voterLabel } from '#web/elections/proxy/proxy-draft.ts'
import { VoterField } from '#web/elections/proxy/voter-field.tsx'
import { waitingCodesQuery } from './api.ts'
import { loginHelpText as text } from './text.ts'

/** For people who call because they cannot log in to vote: only those on the roll. Codes to confirm are listed above. */
export function LoginHelp({ electionId }: { electionId: string }) {
  const [voter, setVoter] = useState<ProxyVoter | null>(null)
  const [given, setGiven] = useState<(OneTimeCode & { name: string }) | null>(null)
  const waiting = waitingCodesQuery(electionId)
  const readAgain = () => queries.invalidateQueries(waiting)
  const { data } = useQuery(waiting)
  return (
    <section aria-labelledby="login-help" className="card grid grid-cols-1 gap-4 p-5 md:p-8">
      <div>
        <h2 id="login-help" className="text-2xl">
          {text.title}
        </h2>
        <p className="mt-1 max-w-[70ch] text-muted">{text.help}</p>
      </div>
      {data?.codes.map(({ id, name, ...code }) => (
        <WaitingCode key={id} memberId={id} name={name ?? ''} {...code} onConfirmed={readAgain} />
      ))}
      <div className="grid max-w-2xl gap-4">
        <VoterField
          electionId={electionId}
          label="Member"
          hint="By name, ID number, serial number or unit."
          value={voter}
          onChange={setVoter}
          labelOf={voterLabel}
          detailsOf={({ idNumber, ms, region }) => [idNumber, ms, region].filter(Boolean).join(', ')}
          whyNot={({ onRoll }) => (onRoll ? null : text.notOnRoll)}
          error={undefined}
        />
        {voter && (
          <div>
            <ConfirmButton
              title={text.question}
              action={text.give}
              failure={text.failed}
              onConfirm={async () => {
                setGiven({ ...(await giveOneTimeCode(voter.id)), name: voter.name })
                setVoter(null)
                await readAgain()
              }}
            >
              {text.explain(voter.name)}
            </ConfirmButton>
          </div>
        )}
      </div>
      {given && <OneTimeCodeDialog {...given} onClose={() => setGiven(null)} />}
    </section>
  )
}
