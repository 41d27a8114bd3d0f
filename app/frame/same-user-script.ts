/**
 * Loads the page again once another tab shows another user, as after a switch of the profile, and
 * when the browser restores it after one. Without storage, which may be full or disabled, it does
 * nothing.
 */
export function sameUserScript(userId: string): string {
  return `try{const key="akari-user",id="${userId}",check=()=>localStorage.getItem(key)===id||location.reload();localStorage.setItem(key,id);addEventListener("storage",check);addEventListener("pageshow",event=>event.persisted&&check())}catch{}`;
}
