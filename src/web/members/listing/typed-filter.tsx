import { useEffect, useState } from 'react'
import { searchDebounceMs } from '#shared/members/listing/listing.ts'
import { TextField } from '#web/components/fields.tsx'
import { changePlace, placeNow } from '#web/members/list-address.ts'

interface TypedFilterProps {
  name: 'rank' | 'unit' | 'joinedFrom' | 'joinedUntil'
  label: string
  type?: 'text' | 'date'
}

const valueNow = (name: TypedFilterProps['name']) => placeNow().filter[name] ?? ''

function settle(name: TypedFilterProps['name'], typed: string) {
  if (typed.trim() !== valueNow(name)) changePlace({ [name]: typed.trim(), page: null })
}

/** Once typing has rested, it is in the address, from which the list is read. */
export function TypedFilter({ name, label, type = 'text' }: TypedFilterProps) {
  const [typed, setTyped] = useState(() => valueNow(name))

  useEffect(() => {
    const timer = setTimeout(() => settle(name, typed), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [name, typed])

  useEffect(() => {
    // Whatever else changes the address, Back or a cleared filter, shows in the field.
    const onMove = () => setTyped((now) => (valueNow(name) === now.trim() ? now : valueNow(name)))
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [name])

  return (
    <TextField
      label={label}
      type={type}
      value={typed}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      // Before anything else is chosen, so that what was typed is not lost.
      onBlur={() => settle(name, typed)}
    />
  )
}
