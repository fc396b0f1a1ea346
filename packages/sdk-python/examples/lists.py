import os

from postern import Postern

client = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"])

# All items of all pages. Each page is requested when it is needed.
for profile in client.list_profiles(limit=100):
    print(profile.name)

# Or page by page, for example for a "next" button.
page = client.list_posts(status=["scheduled", "published"], limit=20)
print(f"{len(page.data)} posts, more: {page.has_more}")
following = page.next_page()
print("That was the last page." if following is None else f"{len(following.data)} more")
