import { linkSections } from '#shared/content/defaults.ts'
import { expect, test, dialog, openDashboard, openEditor } from '#tests/support/browser.ts'
import { anAdmin } from '#tests/support/factories.ts'

// Without the policy that would stop a script, so that only the escaping stands between it and the page.
test.use({ bypassCSP: true })

const acts = ['window.hurt=1', 'top.hurt=1', 'self["hurt"]=1', 'Function("window.hurt=1")()', 'alert(1)']
const shapes = [
  (act: string) => `<script>${act}</script>`,
  (act: string) => `<img src=x onerror='${act}'>`,
  (act: string) => `<svg onload='${act}'>`,
  (act: string) => `"><script>${act}</script>`,
  (act: string) => `'-${act}-'`,
  (act: string) => `</textarea><script>${act}</script>`,
  (act: string) => `</title><svg/onload='${act}'>`,
  (act: string) => `<a href='javascript:${act}'>x</a>`,
  (act: string) => `<iframe srcdoc="<script>parent.${act}</script>">`,
  (act: string) => `<details open ontoggle='${act}'>`,
  (act: string) => `{{constructor.constructor('${act}')()}}`,
  (act: string) => `\${${act}}`,
  (act: string) => `<math><mtext><style><img src=x onerror='${act}'></style></mtext></math>`,
  (act: string) => `<input autofocus onfocus='${act}'>`,
  (act: string) => `<body onload='${act}'>`,
  (act: string) => `</script><script>${act}</script>`,
  (act: string) => `<!--><script>${act}</script>-->`,
  (act: string) => `&lt;script&gt;${act}&lt;/script&gt;`,
  (act: string) => `javascript:${act}`,
  (act: string) => `data:text/html,<script>${act}</script>`,
]
const twice = [(text: string) => text, (text: string) => text.toUpperCase().replaceAll('WINDOW.HURT', 'window.hurt')]
const payloads = shapes.flatMap((shape) => acts.flatMap((act) => twice.map((change) => change(shape(act)))))

// Shows content-18
test('200 scripts in every text an editor saves run nowhere @rare', async ({ page, site }) => {
  test.setTimeout(180_000)
  expect(payloads).toHaveLength(200)
  const admin = await anAdmin(site.deps)
  const visitor = await site.signedIn(admin)
  const put = async (path: string, content: Record<string, string>) => {
    const { version } = await visitor.get<{ version: number }>(path)
    return visitor.send('PUT', path, { content, version })
  }
  for (const [number, payload] of payloads.entries()) {
    const section = linkSections[number % linkSections.length]
    const added = await visitor.post('/api/links', {
      section,
      title: payload.slice(0, 200),
      link: `https://example.org/?${encodeURI(payload)}"onmouseover='window.hurt=1'x=`.replaceAll(/\s/g, ''),
    })
    expect(added.status, payload).toBe(201)
    const refused = await visitor.post<{ message: string }>('/api/links', { section, title: 'x', link: payload })
    expect(refused).toMatchObject({ status: 400, message: 'Please enter a valid URL or a hash (#) if no URL provided' })
    const group = number % 2 ? 'Officers' : 'Board of Trustees'
    const leader = { group, name: payload.slice(0, 120), rank: payload.slice(0, 60), position: payload.slice(0, 120) }
    expect((await visitor.post('/api/leaders', leader)).status, payload).toBe(201)
    const home = { title: payload.slice(0, 120), content: payload }
    expect((await put('/api/pages/home', home)).status, payload).toBe(200)
  }
  const { settings, version } = await visitor.get<{ settings: object; version: number }>('/api/settings')
  const names = {
    name: payloads[0]!.slice(0, 200),
    shortName: payloads[1]!.slice(0, 30),
    tagline: payloads[2]!.slice(0, 200),
    walletAccount: payloads[3]!.slice(0, 60),
    walletName: payloads[4]!.slice(0, 100),
  }
  expect((await visitor.send('PUT', '/api/settings', { settings: { ...settings, ...names }, version })).status).toBe(
    200,
  )
  const all = payloads.join('\n')
  expect((await put('/api/pages/home', { title: all.slice(0, 120), content: all.slice(0, 2000) })).status).toBe(200)
  expect(
    (await put('/api/pages/about', { history: all, vision: all.slice(0, 5000), mission: all.slice(-5000) })).status,
  ).toBe(200)

  const asked: string[] = []
  page.on('dialog', (box) => {
    asked.push(box.message())
    void box.dismiss()
  })
  const expectUnhurt = async () => {
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(asked).toEqual([])
  }
  await openDashboard(page, site, admin)
  await expectUnhurt()
  for (const path of ['/', '/about', '/announcements', '/leadership', '/contact', '/featured-stories']) {
    await page.goto(path)
    await expect(page.getByText('hurt=1').filter({ visible: true }).first()).toBeVisible()
    await expectUnhurt()
  }
  await page.goto('/admin')
  for (const tile of ['Events', 'Legalities', 'Leadership']) {
    await openEditor(page, tile)
    await expectUnhurt()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog(page, tile)).toBeHidden()
  }
  for (const path of ['/admin/write/home', '/admin/write/about', '/admin/settings']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await expectUnhurt()
  }
})
