import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registrationParts } from '#shared/members/member-fields.ts'
import { ServicePart } from './about-service.tsx'
import { ContactPart, GeneralPart, PersonalPart } from './about-you.tsx'

test.each([
  ['general', GeneralPart],
  ['personal', PersonalPart],
  ['contact', ContactPart],
  ['service', () => createElement(ServicePart, { service: '' })],
] as const)('the %s part has a control for each field it asks for, in their order', (part, Part) => {
  const html = renderToStaticMarkup(createElement(Part))
  const drawn = [...html.matchAll(/ name="(\w+?)(?:Day|Month|Year|Unit|Inches)?"/g)].map(([, name]) => name)
  // A picture is sent apart, and the consent is no field of the record.
  const asked = registrationParts[part].filter((name) => name !== 'profilePicture')
  expect([...new Set(drawn)].filter((name) => name !== 'healthConsent')).toEqual(asked)
})
