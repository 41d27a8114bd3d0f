/**
 * Loads the page again once another tab shows another user, as after a switch of the profile, and
 * when the browser restores it after one. Without storage, which may be full or disabled, it does
 * nothing.
 */
export function sameUserScript(userId: string): string {
  return `try{const key="akari-user",id="${userId}",check=()=>localStorage.getItem(key)===id||location.reload();localStorage.setItem(key,id);addEventListener("storage",check);addEventListener("pageshow",event=>event.persisted&&check())}catch{}`;
}

/** A little more than the server's hour, which counts from an earlier request. */
const REST_MS = 60 * 60 * 1000 + 5_000;

/**
 * Loads the page of a device that asks who is watching again after an hour without a key, a click
 * or a video, and when the browser restores it: the server leads to the choice of a profile once
 * the session is locked.
 */
export function restScript(): string {
  return `(()=>{let rest;const again=()=>document.querySelector("video")?wait():location.reload(),wait=()=>{clearTimeout(rest);rest=setTimeout(again,${REST_MS})};for(const name of["keydown","pointerdown","wheel"])addEventListener(name,wait,{passive:true});addEventListener("pageshow",event=>event.persisted&&location.reload());wait()})()`;
}
