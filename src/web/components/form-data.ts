import type { FormEvent } from 'react'

/** The text typed into a field of the form that is being submitted. */
export function fieldOf(event: FormEvent<HTMLFormElement>, name: string): string {
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value : ''
}
