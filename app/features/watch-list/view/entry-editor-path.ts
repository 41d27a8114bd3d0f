/** Renders the editor in the title's page. */
export const EDIT_PARAMETER = "edit";
export const EDITOR_ID = "entry";

export function entryEditorPath(path: string): string {
  return `${entryEditorAction(path)}#${EDITOR_ID}`;
}

/** The page that rejects the form shows the editor again. */
export function entryEditorAction(path: string): string {
  return `${path}?${EDIT_PARAMETER}=1`;
}
