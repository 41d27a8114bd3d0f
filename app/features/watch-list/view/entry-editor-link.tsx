import { X } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useI18n } from "~/i18n/i18n-context";
import { buttonClass } from "~/ui/button";
import { useModal } from "~/ui/use-modal";
import { type EditedEntry, EntryEditor } from "./entry-editor-section";

interface EntryEditorLinkProps {
  /** The URL of the page that contains the editor. */
  to: string;
  title: string;
  /** Returns the entry to edit. It is called when the editor opens. */
  editor: () => EditedEntry;
  /** Names the link where its content does not. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

/** A link to the editor in the page; with scripts it opens the editor as a dialog instead. */
export function EntryEditorLink({
  to,
  title,
  editor,
  label,
  className,
  children,
}: EntryEditorLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => (isOpen ? () => focusSheetButton(link.current) : undefined), [isOpen]);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      {/* The router's links take longer to render, and a list has many. */}
      <a
        ref={link}
        href={to}
        className={buttonClass("bare", className)}
        onClick={open}
        aria-haspopup="dialog"
        aria-label={label}
      >
        {children}
      </a>
      {isOpen
        ? // The portal keeps the dialog out of a sheet with the link, which closes when it opens.
          createPortal(
            <EntryEditorDialog title={title} editor={editor()} onClose={close} />,
            document.body,
          )
        : null}
    </>
  );
}

/** A sheet with the link closed when the dialog opened, so the link cannot have the focus back. */
function focusSheetButton(link: HTMLElement | null): void {
  const sheet = link?.closest("[popover]");
  if (sheet === null || sheet === undefined || link?.getClientRects().length !== 0) return;
  document.querySelector<HTMLElement>(`[popovertarget="${sheet.id}"]`)?.focus();
}

interface EntryEditorDialogProps {
  title: string;
  editor: EditedEntry;
  onClose: () => void;
}

function EntryEditorDialog({ title, editor, onClose }: EntryEditorDialogProps) {
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
