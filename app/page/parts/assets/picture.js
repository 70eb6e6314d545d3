// Keeps the picture of a photo under an address that stays the same after each tap. The components
// that draw the photo use that address.

export default function ({ data, parentElement }) {
  const place = parentElement.closest("[class*=st-key-picture-]");
  const [, name] = place.className.match(/st-key-picture-(\S+)/);
  if (window.huPicture?.name === name) return;
  if (window.huPicture) URL.revokeObjectURL(window.huPicture.address);
  const picture = new Blob([data], { type: "image/jpeg" });
  window.huPicture = { name, address: URL.createObjectURL(picture) };
  window.dispatchEvent(new Event("hu-picture"));
}
