import type { ReactNode } from 'react'
import { showCount } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { NomineePhoto } from '#web/elections/nominee-files.tsx'
import { invalidateClosing, publish, type Closing } from './api.ts'
import { Step, type StepState } from './step.tsx'
import { closingText, withRank } from './text.ts'

/** The page has names as typed, the certificate has them in capitals. */
const sameCase = (name: string) => name.trim().toUpperCase()

type Preview = NonNullable<Closing['publication']>

export function PublishStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { publishedAt, publication } = closing
  return (
    <Step
      number={5}
      title={state === 'done' ? 'The board is on the leadership page' : 'Publish the new board'}
      state={state}
    >
      {publishedAt !== null ? (
        <p>
          Published on {showInstant(publishedAt)}.{' '}
          <a href="/leadership" className="text-link">
            See the leadership page
          </a>
        </p>
      ) : publication ? (
        <Publish electionId={closing.electionId} preview={publication} />
      ) : (
        <p className="text-muted">
          After you certify, you can put the elected members on the leadership page in one step.
        </p>
      )}
    </Step>
  )
}

function Publish({ electionId, preview }: { electionId: string; preview: Preview }) {
  if (preview.comes.length === 0) return <p className="text-muted">There is no elected member to publish.</p>
  const ids = preview.goes.map(({ id }) => id)
  const before = new Map(preview.goes.map((person) => [sameCase(person.name), person.position]))
  const leave = preview.goes.filter(({ name }) => !preview.comes.some((one) => sameCase(one.name) === sameCase(name)))
  return (
    <>
      <p>
        {showCount(preview.comes.length, 'person is', 'people are')} the new Board of Trustees
        {leave.length > 0 && `, ${showCount(leave.length, 'person leaves', 'people leave')}`}. You will see them before
        anything is changed.
      </p>
      <div>
        <ConfirmButton
          label="Publish to the leadership page"
          title="Publish the new board?"
          action="Publish"
          failure="Nothing was published"
          toast="The new board is on the leadership page."
          wide
          onConfirm={() => publish(electionId, ids).finally(invalidateClosing)}
        >
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] items-start gap-5">
            <People title="The new board, shown to everyone with their photo">
              {preview.comes.map((person) => (
                <li key={person.nomineeId} className="flex flex-wrap items-center gap-x-3">
                  <NomineePhoto nominee={{ ...person, id: person.nomineeId }} size="small" />
                  <span className="beside">
                    {withRank(person)}
                    {before.has(sameCase(person.name)) && (
                      <span className="text-muted"> (was {before.get(sameCase(person.name))})</span>
                    )}
                  </span>
                  {!person.hasPhoto && <span className="text-muted">no photo</span>}
                </li>
              ))}
            </People>
            {preview.goes.length > 0 && (
              <People title={leave.length > 0 ? 'These people leave the Board of Trustees' : 'Nobody leaves'}>
                {leave.map((person) => (
                  <li key={person.id}>
                    {withRank(person)} <span className="text-muted">({person.position})</span>
                  </li>
                ))}
              </People>
            )}
          </div>
          <p className="mt-5">{closingText.willList(preview.comes.length)}</p>
        </ConfirmButton>
      </div>
    </>
  )
}

function People({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-2 grid gap-2">{children}</ul>
    </div>
  )
}
