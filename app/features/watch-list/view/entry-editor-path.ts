/** The query parameter of a title's page that shows the editor in the page. */
export const EDIT_PARAMETER = "edit";
/** The id of the editor in the page. */
export const EDITOR_ID = "entry";

/** A title's page with the editor of its entry. */
export function entryEditorPath(path: string): string {
  return `${entryEditorAction(path)}#${EDITOR_ID}`;
}

/** Where the editor's form is sent, so that the page that refuses it shows the editor again. */
export function entryEditorAction(path: string): string {
  return `${path}?${EDIT_PARAMETER}=1`;
}
