/**
 * Classes of a page's controls with `popover="auto"`: a sheet that a button opens on a phone, and a
 * row of the page on wider screens.
 */
export const CONTROL_PANEL =
  "fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none space-y-4 border-0 border-t border-rule bg-paper p-5 text-ink sm:static sm:mt-6 sm:flex sm:flex-wrap sm:items-end sm:gap-x-6 sm:gap-y-4 sm:space-y-0 sm:overflow-visible sm:border-0 sm:bg-transparent sm:p-0";
