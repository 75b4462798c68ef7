import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery of the kit, for looking and for tests: `vite tests/kit`. Nothing of it is shipped. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: { outDir: '../../dist/kit', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
