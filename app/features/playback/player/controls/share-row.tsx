import { useState } from "react";
import type { PlayerSource } from "~/features/playback/player/engine/engine";
import { useI18n } from "~/i18n/i18n-context";

export function ShareRow({ source: { url, isFile } }: { source: PlayerSource }) {
  const { t } = useI18n();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(url, document.baseURI).href);
    setIsCopied(true);
  };
  return (
    <div className="player-choice">
      <button type="button" className="player-menu-action" onClick={() => void copy()}>
        {t(isCopied ? "player.linkCopied" : "player.copyLink")}
      </button>
      {isFile ? (
        <a href={url} download className="player-menu-action">
          {t("player.download")}
        </a>
      ) : null}
    </div>
  );
}
