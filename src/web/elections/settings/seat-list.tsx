import type { ChangeEvent } from 'react'
import { maxSeats } from '#shared/elections/board/leaves.ts'
import { services, type Service } from '#shared/members/enums.ts'
import { Button } from '#web/components/button.tsx'
import { TextField, type FormAround } from '#web/components/fields.tsx'
import { BinIcon, PlusIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import type { DraftSeat } from './election-draft.ts'

interface SeatListProps {
  form: Pick<FormAround, 'problems' | 'change'>
  seats: DraftSeat[]
  /** Why they can no longer be changed. */
  locked: string | undefined
}

/** The seats by service; each service can be given more or fewer. */
export function SeatList({ form: { problems, change }, seats, locked }: SeatListProps) {
  const fixed = locked !== undefined
  const rename = (place: number, seat: DraftSeat) => (event: ChangeEvent<HTMLInputElement>) =>
    change({ seats: seats.with(place, { ...seat, slot: event.target.value }) })
  return (
    <>
      {locked && <Notice tone="info">{locked}.</Notice>}
      {problems['seats'] && <Notice tone="error">{problems['seats']}</Notice>}
      <div className="grid gap-6 xl:grid-cols-2">
        {services.map((service) => (
          <fieldset key={service} className="min-w-0 rounded-field border border-line p-4">
            <legend className="px-1">
              <ServicePill service={service} />
              <span className="sr-only"> seats</span>
            </legend>
            <ul className="grid gap-3">
              {seats.map(
                (seat, place) =>
                  seat.ms === service && (
                    <li key={seat.id} className="flex items-end gap-2">
                      <div className="min-w-0 flex-1">
                        <TextField
                          label={`Name of seat ${place + 1}`}
                          value={seat.slot}
                          error={problems[`seats.${place}.slot`]}
                          maxLength={40}
                          disabled={fixed}
                          onChange={rename(place, seat)}
                        />
                      </div>
                      {!fixed && (
                        <Button
                          look="outline"
                          size="icon"
                          aria-label={`Remove seat ${seat.slot || place + 1}`}
                          className="mb-0.5"
                          onClick={() => change({ seats: seats.toSpliced(place, 1) })}
                        >
                          <BinIcon />
                        </Button>
                      )}
                    </li>
                  ),
              )}
            </ul>
            {!fixed && seats.length < maxSeats && (
              <Button
                look="quiet"
                size="small"
                className="mt-3"
                onClick={() => change({ seats: withOneMore(seats, service) })}
              >
                <PlusIcon /> Add a {service} seat
              </Button>
            )}
          </fieldset>
        ))}
      </div>
      <p className="text-muted">{`${seats.length} ${seats.length === 1 ? 'seat' : 'seats'} in all`}</p>
    </>
  )
}

/** After the last of its service, with the first free name. */
function withOneMore(seats: readonly DraftSeat[], service: Service): DraftSeat[] {
  const last = seats.findLastIndex((seat) => seat.ms === service)
  const taken = new Set(seats.map(({ slot }) => slot.trim().toUpperCase()))
  const ofService = seats.filter((seat) => seat.ms === service).length
  let number = ofService + 1
  while (taken.has(`${service} ${number}`)) number++
  const slot = ofService === 0 && !taken.has(service) ? service : `${service} ${number}`
  return seats.toSpliced(last < 0 ? seats.length : last + 1, 0, { id: crypto.randomUUID(), slot, ms: service })
}
