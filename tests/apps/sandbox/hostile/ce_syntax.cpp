int main( { <script>alert("harm")</script>
