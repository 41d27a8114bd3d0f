import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { buttonClass } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import type { EditedEntry } from "./entry-editor-section";

/** The dialog is loaded when it is opened. */
const EntryEditorDialog = lazyPart(
  async () => (await import("./entry-editor-dialog")).EntryEditorDialog,
);

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
