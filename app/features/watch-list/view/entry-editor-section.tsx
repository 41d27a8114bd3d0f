import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { lazyPart } from "~/ui/lazy-part";
import type { EntryEditorProps } from "./entry-editor";
import { EDITOR_ID } from "./entry-editor-path";

/** The editor is loaded when it is opened. */
const EntryEditor = lazyPart(async () => (await import("./entry-editor")).default);

export type EditedEntry = Omit<EntryEditorProps, "failure" | "onClose">;

interface EntryEditorSectionProps {
  editor: EditedEntry;
  /** Set on pages that have several titles. */
  heading?: string;
  failure: FormFailure | undefined;
}

/** The editor in the page, for browsers without scripts. */
export function EntryEditorSection({ editor, heading, failure }: EntryEditorSectionProps) {
  const { t } = useI18n();
  return (
    <section
      id={EDITOR_ID}
      aria-label={t("entry.edit")}
      className="mt-4 max-w-2xl scroll-mt-24 rounded-lg border border-rule bg-raised p-5"
    >
      {heading === undefined ? null : <h2 className="mb-4 text-lg">{heading}</h2>}
      <EntryEditor {...editor} failure={failure} />
    </section>
  );
}
