import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { registrationParts } from '#shared/members/member-fields.ts'
import { Form } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { ContactPart, GeneralPart, PersonalPart, ServicePart } from './registration-parts.tsx'

vi.mock('#web/api/site.ts', () => ({ useSite: () => ({ registrationFee: 150, walletAccount: '' }) }))

function InForm({ Part }: { Part: ComponentType }) {
  const form = useForm({ send: async () => {} })
  return createElement(Form, { form }, createElement(Part))
}

test.each([
  ['general', GeneralPart],
  ['personal', PersonalPart],
  ['contact', ContactPart],
  ['service', ServicePart],
] as const)('the %s part has a control for each field it asks for, in their order', (part, Part) => {
  const html = renderToStaticMarkup(createElement(InForm, { Part }))
  const drawn = [...html.matchAll(/ name="(\w+?)(?:Day|Month|Year|Unit|Inches)?"/g)].map(([, name]) => name)
  // A picture is sent apart, and the consent is no field of the record.
  const fields = registrationParts[part].filter((name) => name !== 'profilePicture')
  expect([...new Set(drawn)].filter((name) => name !== 'healthConsent')).toEqual(fields)
})
