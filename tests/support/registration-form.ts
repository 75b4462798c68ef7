import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import type { TestSite } from './site.ts'

/** The registration form as a person fills it in. */

export const pictureLabels = [
  '2x2 profile picture',
  'Photo upload',
  'Copy of commission document',
  'Proof of payment',
  'Signature',
] as const
type PictureLabel = (typeof pictureLabels)[number]

let made = 0

/** Somebody whom no other story knows. */
export function aPerson() {
  const n = ++made
  return { email: `juan.${n}@example.org`, serial: `o-77 ${1000 + n}` }
}

export async function fillInForm(page: Page, { email, serial }: { email: string; serial: string }): Promise<void> {
  const texts = {
    'First name': 'José',
    'Middle name': 'ponce',
    'Last name': 'dela peña',
    'Unit assignment': '1302nd RRIBN',
    Day: '5',
    Year: '1964',
    Height: '170 cm',
    Weight: '68 kg',
    'Personnel address': '12 Mabini St, Quezon City',
    Email: email,
    'Cellphone number': '+63 917 123-4567',
    'Contact person first name': 'maria',
    'Contact person last name': 'dela peña',
    'Contact person number': '0918 765 4321',
    'Contact person relationship': 'Spouse',
    'Military serial': serial,
    Rank: 'cdr',
  }
  const choices = { Region: 'NCR', Month: 'October', 'Blood type': 'O+', 'Military service (MS)': 'PN' }
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  for (const [label, choice] of Object.entries(choices)) await field(page, label).selectOption(choice)
  await page.getByRole('radio', { name: 'Reservist', exact: true }).check()
  await page.getByRole('radio', { name: 'Ready Reserve' }).check()
  await page.getByRole('checkbox', { name: 'RRU' }).check()
}

/** By its label, whether or not that says "(optional)". */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\(optional\\))?$`))

export const pictureField = (page: Page, label: PictureLabel): Locator =>
  page.getByRole('group', { name: label, exact: true })

/** What a gallery answers with. */
export const chooser = (page: Page, label: PictureLabel): Locator =>
  pictureField(page, label).locator('input[type=file]').last()

export async function aPhoto({ width = 1200, height = 800, orientation = 1 } = {}) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#8a9a6a' } })
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}

export async function attachAll(page: Page, but: readonly PictureLabel[] = []): Promise<void> {
  const photo = await aPhoto()
  const labels = pictureLabels.filter((label) => !but.includes(label))
  for (const label of labels) await chooser(page, label).setInputFiles({ ...photo, name: `${label}.jpg` })
  for (const label of labels) await pictureField(page, label).getByText('Uploaded').waitFor()
}

export const accept = (page: Page) => page.getByRole('button', { name: 'I Accept' }).first().click()

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await page.getByRole('button', { name: 'Yes, submit' }).click()
}

/** A page of its own, for stories in which the browser reports requests that were cut on purpose. */
export async function unwatched(browser: Browser, site: TestSite, info: TestInfo): Promise<Page> {
  const { viewport, hasTouch, isMobile } = info.project.use
  const context = await browser.newContext({
    baseURL: site.url,
    ...(viewport && { viewport }),
    hasTouch: hasTouch ?? false,
    isMobile: isMobile ?? false,
  })
  return context.newPage()
}
