import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useRef, useState } from 'react'
import { approvalText } from '#shared/members/approval/approval-text.ts'
import { returningText } from '#shared/members/approval/returning-text.ts'
import type { ShownApplicant } from '#shared/members/approval/approval.ts'
import type { MendableItem } from '#shared/members/registration/mendable.ts'
import { errorText } from '#shared/text.ts'
import { approveMembers, approvalsQuery, decided, rejectMembers, returnApplication } from '#web/api/members/approval.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { showToast } from '#web/components/toast.tsx'
import { memberName } from '#web/members/member-name.ts'
import { allAtOnce, inBatches } from '#web/members/approval/in-batches.ts'
import { numberAfter } from '#web/members/approval/number-after.ts'
import { countsWithout, whom, type Waiting } from '#web/members/approval/queue.ts'
import { useHeld, type Held } from '#web/members/approval/use-held.ts'

interface Decisions {
  /** Decided on, or about to be: no longer shown in the queue. */
  hidden: ReadonlySet<string>
  /** Whose approval is on its way; each will take a number. */
  ahead: readonly Waiting[]
  /** Approved, and not sent yet. */
  held: Held | null
  approve: (people: readonly Waiting[]) => void
  /** Those who wait for a decision again. */
  undo: () => readonly Waiting[]
  /** Sends what is held, before something else is decided. */
  settle: () => void
  /**
   * Returns those who have changed since they were shown: they are loaded again and are to be looked at again. Throws when it
   * fails, so that the reason is not lost; asked again, it goes on with those who are left.
   */
  reject: (people: readonly Waiting[], reason: string) => Promise<readonly Waiting[]>
  /** Throws when it fails, so that what was ticked and written is not lost. */
  giveBack: (person: Waiting, asked: { items: MendableItem[]; message: string }) => Promise<void>
}

/**
 * Decisions are sent one after the other, so that numbers are given in the order of the key presses. `onChanged` is told who
 * had changed since they were shown, and so was not approved.
 */
export function useDecisions(onChanged: (people: readonly Waiting[]) => void): Decisions {
  const api = useApi()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [ahead, setAhead] = useState<readonly Waiting[]>([])
  /** Told apart at once, before the screen is: a second press means the next applicant or nobody. */
  const taken = useRef(new Set<string>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const refusals = useRef(new Map<string, () => void>())

  function inLine<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
    const next = line.current.then(act)
    line.current = next.catch(() => {})
    return next
  }

  function hide(people: readonly Waiting[], away: boolean) {
    for (const { id } of people)
      if (away) taken.current.add(id)
      else taken.current.delete(id)
    // Together with the address, which names the next one: in between, nobody would be on the screen.
    startTransition(() =>
      setHidden((before) => {
        const next = new Set(before)
        for (const { id } of people)
          if (away) next.add(id)
          else next.delete(id)
        return next
      }),
    )
  }

  /** Why nothing was decided on them is said until somebody decides. */
  function keepRefusal(changed: readonly Waiting[]) {
    if (changed.length === 0) return
    const takeBack = showToast(returningText.changedMeanwhile(whom(changed)), 'error')
    for (const { id } of changed) refusals.current.set(id, takeBack)
  }

  function forgetRefusals(people: readonly Waiting[]) {
    for (const { id } of people) {
      refusals.current.get(id)?.()
      refusals.current.delete(id)
    }
  }

  async function send(people: readonly Waiting[], leaving: boolean) {
    const ask = (applicants: ShownApplicant[]) => approveMembers(api, { applicants })
    // Nothing that waits its turn is sent by a page that goes.
    if (leaving) return allAtOnce(people, ask)
    const { answers, left, error } = await inLine(() => inBatches(people, ask))
    const approved = answers.flatMap((answer) => answer.approved)
    const last = approved.at(-1)?.idNumber
    if (last) {
      const done = people.filter(({ id }) => approved.some((one) => one.id === id))
      queries.setQueryData(
        approvalsQuery(api).queryKey,
        (before) => before && { ...countsWithout(before, done), nextIdNumber: numberAfter(last, 1) },
      )
    }
    tellApproved(people, approved)
    tellGone(answers.flatMap((answer) => answer.gone).length, people.length)
    const changed = changedOf(people, answers)
    hide(changed, false)
    keepRefusal(changed)
    if (left.length > 0) {
      hide(left, false)
      showToast(`${whom(left)}: ${sentenceOf(error)}`, 'error')
    }
    setAhead((before) => before.filter((one) => !people.includes(one)))
    void decided(queries, people)
    onChanged(changed)
  }

  const { held, hold, release, undo: undoHeld } = useHeld((people, leaving) => void send(people, leaving))

  function approve(pressed: readonly Waiting[]) {
    const people = pressed.filter(({ id }) => !taken.current.has(id))
    if (people.length === 0) return
    forgetRefusals(people)
    hide(people, true)
    setAhead((before) => [...before, ...people])
    hold(people)
  }

  function undo(): readonly Waiting[] {
    const people = undoHeld()
    if (people.length === 0) return []
    hide(people, false)
    setAhead((before) => before.filter((one) => !people.includes(one)))
    showToast(approvalText.undone(whom(people)))
    return people
  }

  async function reject(applicants: readonly Waiting[], reason: string) {
    release()
    const people = applicants.filter(({ id }) => !taken.current.has(id))
    forgetRefusals(people)
    const { answers, left, error } = await inLine(() =>
      inBatches(people, (applicants) => rejectMembers(api, { applicants, reason })),
    )
    const changed = changedOf(people, answers)
    const done = people.slice(0, people.length - left.length).filter((person) => !changed.includes(person))
    hide(done, true)
    const gone = new Set(answers.flatMap((answer) => answer.gone))
    tellRejected(done.filter(({ id }) => !gone.has(id)))
    tellGone(gone.size, people.length)
    keepRefusal(changed)
    void decided(queries, people)
    if (left.length > 0) throw error
    return changed
  }

  async function giveBack(person: Waiting, asked: { items: MendableItem[]; message: string }) {
    release()
    const { id, version } = person
    try {
      await inLine(() => returnApplication(api, { id, version, ...asked }))
    } catch (error) {
      // They may have changed: behind the dialog they are loaded again.
      void decided(queries, [person])
      throw error
    }
    showToast(returningText.sent(memberName(person)))
    await decided(queries, [person])
  }

  return { hidden, ahead, held, approve, undo, settle: release, reject, giveBack }
}

function tellApproved(people: readonly Waiting[], approved: readonly { id: string; idNumber: string }[]) {
  const [first, last] = [approved[0], approved.at(-1)]
  if (!first || !last) return
  if (approved.length > 1) {
    showToast(`${approved.length} approved: ${first.idNumber} to ${last.idNumber}`)
    return
  }
  const person = people.find(({ id }) => id === first.id)
  showToast(`${person ? memberName(person) : '1'} approved as ${first.idNumber}`)
}

function tellRejected(rejected: readonly Waiting[]) {
  if (rejected.length > 0) showToast(`${whom(rejected)} rejected.`)
}

const changedOf = (people: readonly Waiting[], answers: readonly { changed: string[] }[]) =>
  people.filter(({ id }) => answers.some(({ changed }) => changed.includes(id)))

function tellGone(gone: number, of: number) {
  if (gone === 0) return
  showToast(of === 1 ? errorText['applicant-gone'] : `${gone} of ${of} were already approved or rejected.`, 'error')
}
