import { X } from "lucide-react";
import { useId } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { useModal } from "~/ui/use-modal";
import EntryEditor from "./entry-editor";
import type { EditedEntry } from "./entry-editor-section";

interface EntryEditorDialogProps {
  title: string;
  editor: EditedEntry;
  onClose: () => void;
}

/** The editor above the page. */
export function EntryEditorDialog({ title, editor, onClose }: EntryEditorDialogProps) {
  const { t } = useI18n();
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[min(52rem,100dvh)] w-[min(40rem,100dvw)] max-w-none overflow-y-auto rounded-lg border border-rule bg-raised p-5 pb-0 text-ink shadow-2xl backdrop:bg-black/60 max-md:mb-0 max-md:rounded-b-none"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t("site.close")}
          onClick={onClose}
          className="-mt-2 -mr-3 inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <EntryEditor {...editor} onClose={onClose} />
    </dialog>
  );
}
