import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";

interface ShareRowProps {
  /** Players such as VLC and mpv open this URL. */
  externalUrl: string | null;
  downloadUrl: string | null;
}

/** Takes a file of this site to other programs. */
export function ShareRow({ externalUrl, downloadUrl }: ShareRowProps) {
  const { t } = useI18n();
  const [isCopied, setIsCopied] = useState(false);
  if (externalUrl === null && downloadUrl === null) return null;
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(new URL(url, document.baseURI).href);
    setIsCopied(true);
  };
  return (
    <div className="player-choice">
      {externalUrl === null ? null : window.isSecureContext ? (
        <button
          type="button"
          className="player-menu-action"
          onClick={() => void copy(externalUrl).catch(() => setIsCopied(false))}
        >
          {t(isCopied ? "player.linkCopied" : "player.copyLink")}
        </button>
      ) : (
        // Browsers have no clipboard for pages without TLS, but they copy links.
        <a href={externalUrl} className="player-menu-action">
          {t("player.externalLink")}
        </a>
      )}
      {downloadUrl === null ? null : (
        <a href={downloadUrl} download className="player-menu-action">
          {t("player.download")}
        </a>
      )}
    </div>
  );
}
