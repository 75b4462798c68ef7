import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ShownApplicant } from '#shared/members/approval/approval.ts'
import { membersPerPage } from '#shared/members/listing/listing.ts'
import type { CorrectableItem } from '#shared/members/registration/correctable.ts'
import { errorText } from '#shared/text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { showToast } from '#web/components/toast.tsx'
import { listQuery, memberQuery } from '#web/members/api.ts'
import { approvedAhead, nextAfter } from '#web/members/desk.ts'
import { changePlace, listPlaceNow, useListPlace } from '#web/members/list-address.ts'
import { pageCountOf } from '#web/members/search-box.tsx'
import { memberName } from '#web/members/text.ts'
import { useUndoableDecision } from '#web/members/use-hold.ts'
import {
  approvalsQuery,
  approveMembers,
  invalidateDecided,
  rejectMembers,
  returnApplication,
  sendAllAtOnce,
  sendInBatches,
} from './api.ts'
import { countsWithout, isApplicant, numberAfter, tickedIn, type Applicant } from './applicants.ts'
import { approvalText, returningText, namesOf } from './text.ts'

export type ApprovalDesk = ReturnType<typeof useDesk>

/**
 * The desk: its queue, and its decisions, which are sent one after the other, so that numbers are assigned in the order of the
 * key presses.
 */
export function useDesk(wide: boolean) {
  const { desk, taken, notTaken, apply, release, hold, undo: takeBack } = useUndoableDecision(sendApproval)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const refusals = useRef(new Map<string, () => void>())
  const queue = useQueue(taken, wide)

  function inLine<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
    const next = line.current.then(act)
    line.current = next.catch(() => {})
    return next
  }

  /** Why nothing was decided on them is shown until somebody decides. */
  function keepRefusal(changed: readonly Applicant[]) {
    if (changed.length === 0) return
    const takeBack = showToast(returningText.changedMeanwhile(namesOf(changed)), 'error')
    for (const { id } of changed) refusals.current.set(id, takeBack)
  }

  function forgetRefusals(people: readonly Applicant[]) {
    for (const { id } of people) {
      refusals.current.get(id)?.()
      refusals.current.delete(id)
    }
  }

  async function sendApproval(people: readonly Applicant[], leaving: boolean) {
    const send = (applicants: ShownApplicant[]) => approveMembers({ applicants })
    // A closing page cannot wait for its turn.
    if (leaving) return sendAllAtOnce(people, send)
    const { answers, left, error } = await inLine(() => sendInBatches(people, send))
    const approved = answers.flatMap((answer) => answer.approved)
    const last = approved.at(-1)?.idNumber
    if (last) {
      const done = people.filter(({ id }) => approved.some((one) => one.id === id))
      queries.setQueryData(
        approvalsQuery.queryKey,
        (before) => before && { ...countsWithout(before, done), nextIdNumber: numberAfter(last, 1) },
      )
    }
    notifyApproved(people, approved)
    notifyGone(answers.flatMap((answer) => answer.gone).length, people.length)
    const changed = changedOf(people, answers)
    keepRefusal(changed)
    if (left.length > 0) showToast(`${namesOf(left)}: ${sentenceOf(error)}`, 'error')
    const decided = people.filter((person) => !changed.includes(person) && !left.includes(person))
    apply({ type: 'settle', items: people, decided, changed })
    void invalidateDecided(people)
  }

  function approve(pressed: readonly Applicant[]) {
    queue.moveOn(pressed)
    const people = notTaken(pressed)
    if (people.length === 0) return
    forgetRefusals(people)
    hold(people)
  }

  function undo() {
    const people = takeBack()
    if (!people[0]) return
    showToast(approvalText.undone(namesOf(people)))
    queue.choose(people[0].id)
  }

  /**
   * Somebody who has changed since they were shown is reloaded, to be checked again. Throws if it fails, so that the reason is
   * not lost; called again, it continues with those who are left.
   */
  async function reject(applicants: readonly Applicant[], reason: string) {
    release()
    const people = notTaken(applicants)
    forgetRefusals(people)
    const { answers, left, error } = await inLine(() =>
      sendInBatches(people, (applicants) => rejectMembers({ applicants, reason })),
    )
    const changed = changedOf(people, answers)
    const decided = people.slice(0, people.length - left.length).filter((person) => !changed.includes(person))
    apply({ type: 'settle', items: people, decided, changed })
    const gone = new Set(answers.flatMap((answer) => answer.gone))
    const rejected = decided.filter(({ id }) => !gone.has(id))
    if (rejected.length > 0) showToast(`${namesOf(rejected)} rejected.`)
    notifyGone(gone.size, people.length)
    keepRefusal(changed)
    void invalidateDecided(people)
    if (left.length > 0) throw error
    if (changed[0]) queue.choose(changed[0].id)
    else queue.moveOn(applicants)
  }

  /** Throws if it fails, so that what was ticked and written is not lost. */
  async function requestCorrection(person: Applicant, request: { items: CorrectableItem[]; message: string }) {
    release()
    const { id, version } = person
    try {
      await inLine(() => returnApplication({ id, version, ...request }))
    } catch (error) {
      // They may have changed: reload them behind the dialog.
      void invalidateDecided([person])
      throw error
    }
    showToast(returningText.sent(memberName(person)))
    await invalidateDecided([person])
    queue.moveOn([person])
  }

  return {
    queue,
    held: desk.held,
    /** Approved, but still counted as waiting by the server. */
    ahead: approvedAhead(desk),
    ticked: tickedIn(desk, taken),
    tick: (people: readonly Applicant[], on: boolean) => apply({ type: 'tick', items: people, on }),
    untickAll: () => apply({ type: 'untick all' }),
    approve,
    undo,
    release,
    reject,
    requestCorrection,
  }
}

const changedOf = (people: readonly Applicant[], answers: readonly { changed: string[] }[]) =>
  people.filter(({ id }) => answers.some(({ changed }) => changed.includes(id)))

function notifyApproved(people: readonly Applicant[], approved: readonly { id: string; idNumber: string }[]) {
  const [first, last] = [approved[0], approved.at(-1)]
  if (!first || !last) return
  if (approved.length > 1) {
    showToast(`${approved.length} approved: ${first.idNumber} to ${last.idNumber}`)
    return
  }
  const person = people.find(({ id }) => id === first.id)
  showToast(`${person ? memberName(person) : '1'} approved as ${first.idNumber}`)
}

function notifyGone(gone: number, of: number) {
  if (gone === 0) return
  showToast(of === 1 ? errorText['applicant-gone'] : `Already approved or rejected: ${gone} of ${of}.`, 'error')
}

const none: readonly Applicant[] = []

/**
 * The page of the queue, and who of it is on the screen. The address names them; where there is room for both, the first
 * is shown unasked. Somebody whom another administrator decides on meanwhile stays on the screen: nothing changes under the
 * finger that is about to press.
 */
function useQueue(taken: ReadonlySet<string>, wide: boolean) {
  const { page, searchQuery, applicant, returned } = useListPlace()
  const request = { approved: false, returned, page, filter: { searchQuery } }
  const list = useQuery(listQuery(request))
  const { data, isPlaceholderData, isFetching } = list

  const all: readonly Applicant[] = data?.users.filter(isApplicant) ?? none
  const rows = all.filter(({ id }) => !taken.has(id))
  const first = wide && !isPlaceholderData ? rows[0]?.id : undefined
  const current = applicant !== null && !taken.has(applicant) ? applicant : (first ?? null)
  const place = rows.findIndex(({ id }) => id === current)
  const pageCount = data ? pageCountOf(data) : 0
  const after = rows[place + 1]?.id

  useEffect(() => {
    if (current !== null && after) void queries.prefetchQuery(memberQuery(after))
  }, [current, after])

  // Decisions may have emptied the last page.
  const isPastEnd = data !== undefined && !isPlaceholderData && !isFetching && data.users.length === 0 && page > 1
  useEffect(() => {
    if (isPastEnd) changePlace({ page: Math.max(1, pageCount) }, { replace: true })
  }, [isPastEnd, pageCount])

  const choose = (id: string | null) => changePlace({ applicant: id }, { replace: listPlaceNow().applicant !== null })

  /** At the end of a page it continues on the next. */
  async function step(by: 1 | -1) {
    // From the address, which is ahead of the screen when a key is pressed twice quickly.
    const here = listPlaceNow().applicant
    const at = here === null || taken.has(here) ? place : rows.findIndex(({ id }) => id === here)
    const neighbour = rows[at + by]
    if (neighbour && (at >= 0 || by === 1)) return choose(neighbour.id)
    const turned = page + by
    if (turned < 1 || turned > pageCount) return
    const { users } = await queries.fetchQuery(listQuery({ ...request, page: turned }))
    const there = users.filter(isApplicant).filter(({ id }) => !taken.has(id))
    const next = by === 1 ? there[0] : there.at(-1)
    if (next) changePlace({ page: turned, applicant: next.id }, { replace: applicant !== null })
  }

  /** Moves away from somebody who has just been decided on. */
  function moveOn(people: readonly Applicant[]) {
    const gone = new Set(people.map(({ id }) => id))
    if (current !== null && gone.has(current))
      changePlace({ applicant: nextAfter(rows, current, gone) }, { replace: true })
  }

  return {
    list,
    rows,
    current,
    currentRow: rows[place],
    /** From 1, within all who wait. */
    position: place < 0 ? null : (page - 1) * membersPerPage + place + 1,
    /** Without those just decided on, whom the server may still count. */
    counted: data && { count: data.count - (all.length - rows.length), more: data.more },
    page,
    pageCount,
    searchQuery,
    returned,
    choose,
    step: (by: 1 | -1) => void step(by).catch(() => changePlace({ page: page + by })),
    moveOn,
  }
}
