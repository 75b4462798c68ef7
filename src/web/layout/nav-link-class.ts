export const navLinkClass =
  'flex min-h-12 items-center border-l-4 border-transparent px-4 text-sky hover:text-white aria-[current=page]:border-gold aria-[current=page]:text-white lg:border-l-0 lg:border-b-[3px] lg:px-0.5 lg:pt-[3px] lg:whitespace-nowrap'
