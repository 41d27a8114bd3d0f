/** Renders the editor in the page. */
export const EDIT_PARAMETER = "edit";
export const EDITOR_ID = "entry";

/** `entry` is the title's id where the page has several. */
export function entryEditorPath(path: string, entry = 1): string {
  return `${entryEditorAction(path, entry)}#${EDITOR_ID}`;
}

/** The path that the form is sent to. The page that rejects it shows the editor again. */
export function entryEditorAction(path: string, entry = 1): string {
  return `${path}${path.includes("?") ? "&" : "?"}${EDIT_PARAMETER}=${entry}`;
}
