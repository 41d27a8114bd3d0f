import { useState } from "react";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { changeCollection } from "./change-collection";

interface BegunToastProps {
  animeId: number;
  title: string;
  /** The collection that the title was in before playing put it into Watching, or null. */
  before: string | null;
  onDismiss: () => void;
}

/** Says that the first play has put a title into Watching, and takes it back. */
export function BegunToast({ animeId, title, before, onDismiss }: BegunToastProps) {
  const { t } = useWords();
  const [original] = useState(before === "Watching" ? null : before);
  const [failed, setFailed] = useState(false);
  const undo = async () => {
    if (await changeCollection(animeId, original)) onDismiss();
    else setFailed(true);
  };
  return (
    <Toast message={failed ? t("watch.failed") : t("watch.addedToWatching", { title })}>
      <Button weight="bare" className="font-semibold text-accent-text" onClick={() => void undo()}>
        {t("watch.undo")}
      </Button>
      <Button weight="bare" onClick={onDismiss}>
        {t("watch.close")}
      </Button>
    </Toast>
  );
}
