import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { setCollection } from "./set-collection";

interface AddedToWatchingToastProps {
  animeId: number;
  title: string;
  previousType: string | null;
  onDismiss: () => void;
}

export function AddedToWatchingToast({
  animeId,
  title,
  previousType,
  onDismiss,
}: AddedToWatchingToastProps) {
  const { t } = useI18n();
  const [original] = useState(previousType === "Watching" ? null : previousType);
  const [failed, setFailed] = useState(false);
  const undo = async () => {
    if (await setCollection(animeId, original)) onDismiss();
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
