import os

from postern import Postern

client = Postern(os.environ["POSTERN_URL"], os.environ["POSTERN_KEY"])

# The same external_id returns the same profile every time.
profile = client.create_profile(name="Bergmann Bakery", external_id="client-42")
client.register_redirect_origin(origin="https://app.example.com")
link = client.create_connect_link(profile.id, redirect_url="https://app.example.com/connected")
print(f"Send this to {profile.name}: {link.url}")
